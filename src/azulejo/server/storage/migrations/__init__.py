"""How the schema came about: one revision a file in ``versions``, in the order of their numbers."""
