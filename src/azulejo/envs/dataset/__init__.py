"""Datasets: self-play games, and their positions with evaluations, as Parquet files; docs/datasets.md."""
