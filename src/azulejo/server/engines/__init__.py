"""Engine processes: bots, analyses; queues and limits. The server itself never searches."""
