"""Adds the program to the wheel when Packaging/wheel/build.py builds it.

ODOGRAPH_BUNDLE names the folder with the program, its libraries and their licenses;
ODOGRAPH_WHEEL_TAG is the tag of the wheel. Without them the wheel is pure Python: it has no
program, and finds one on PATH.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

BUNDLE = os.environ.get("ODOGRAPH_BUNDLE")


class BundleHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if BUNDLE is None:
            return
        build_data["force_include"][BUNDLE] = "odograph/bundle"
        build_data["pure_python"] = False
        build_data["tag"] = os.environ["ODOGRAPH_WHEEL_TAG"]


class CommandHook(MetadataHookInterface):
    """Defines the command `odograph` only beside a program, so that it never starts itself."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["scripts"] = {"odograph": "odograph.__main__:main"} if BUNDLE else {}
