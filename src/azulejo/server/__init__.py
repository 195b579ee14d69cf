"""The web server: tables for people and bots; docs/server.md says how it is built."""
