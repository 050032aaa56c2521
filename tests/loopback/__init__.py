"""Test equipment: a scripted model server on loopback, as a process of its own, and a real tiny model."""

from .process import Server, loopback

__all__ = ["Server", "loopback"]
