"""The revisions of the schema; an old one never changes."""
