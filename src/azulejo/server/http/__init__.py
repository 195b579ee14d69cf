"""Requests: typed handlers by subject, guards, errors, static files, the description of the API."""
