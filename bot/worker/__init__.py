"""The engine in a process of its own, which can be ended whatever it is doing.

Python code that holds the interpreter's lock stops every thread of its process. So the process with the doors runs no
skill: it asks another one, and ends that when it does not answer in time.
"""
