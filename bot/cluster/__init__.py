"""The engine on several machines: replicas of it and of the writer are deployments of Ray Serve, doors plain processes.

A door asks a replica as it asks the engine's process beside it, in the same words (`bot.worker.wire`). Only
`bot.cluster.serving` knows Ray.
"""
