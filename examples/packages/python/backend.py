"""Builds the wheel with the standard library alone (PEP 517). The files of the pack are copied from the repository.

Without a build tool: python3 -c 'import backend; backend.build_wheel(".")', in this folder.
"""

import base64
import hashlib
import pathlib
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


class UnsupportedOperation(Exception):
    """The name that PEP 517 gives this."""


def files():
    """What the wheel has, by name, without its metadata."""
    for path in sorted((HERE / "roguelab_vectors").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            yield f"roguelab_vectors/{path.name}", path.read_bytes()
    for path in sorted((ROOT / "fixtures/vectors").iterdir()):
        yield f"roguelab_vectors/pack/{path.name}", path.read_bytes()


def metadata(project):
    heads = {
        "Metadata-Version": "2.1",
        "Name": project["name"],
        "Version": project["version"],
        "Summary": project["description"],
        "Keywords": ",".join(project["keywords"]),
        "License": project["license"],
        "Requires-Python": project["requires-python"],
        "Description-Content-Type": "text/markdown",
    }
    head = "".join(f"{name}: {value}\n" for name, value in heads.items())
    return head + "\n" + (HERE / project["readme"]).read_text(encoding="utf-8")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stem = f"{project['name'].replace('-', '_')}-{project['version']}"
    info = f"{stem}.dist-info"
    scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
    content = dict(files())
    content[f"{info}/METADATA"] = metadata(project).encode()
    content[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: roguelab\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    content[f"{info}/entry_points.txt"] = f"[console_scripts]\n{scripts}".encode()
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        content[f"{info}/{name}"] = (ROOT / name).read_bytes()
    record = f"{info}/RECORD"
    lines = [f"{name},sha256={digest(data)},{len(data)}\n" for name, data in content.items()]
    content[record] = ("".join(lines) + f"{record},,\n").encode()
    name = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in content.items():
            # The date is the same in every build, so the bytes are too.
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data)
    return name


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build_sdist(sdist_directory, config_settings=None):
    raise UnsupportedOperation("the wheel is pure Python and has all of the source")
