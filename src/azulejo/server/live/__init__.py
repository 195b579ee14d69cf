"""WebSockets and event streams: connections, rooms, who gets which bytes."""
