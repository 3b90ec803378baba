#!/usr/bin/python3
"""Writes the test vectors of the vault format, the same bytes at every run.

    make-vectors.py [FOLDER]

A vector is a file a scenario, with one fault each: lines of `name: value`, an empty line, and the
vault in base64.

    expect     opens, or the name of the reason for refusing
    reader     the same for docs/read-vault.py where that differs, since it knows nothing of the
               state folder and of what a record is
    with       the kind of slot that is to open
    secret     what is typed, in hexadecimal digits
    last-seen  what the state folder remembers of the vault
    records    what the vault holds: the records in JSON, or their number
    left-out   how many bytes at the end are an interrupted write
    comment    what the scenario is about

A vector whose name ends in `.attachment` is an attachment in the place of the vault:

    expect     opens, or the name of the reason for refusing
    data-key   that of the vault, and the vault's id
    attachment its id, and the name of its file
    count      the length of its content, and the content's BLAKE2b
"""
import base64, json, os, sys

sys.dont_write_bytecode = True
import attachment_vectors, batch_vectors, frame_vectors, header_vectors, opening_vectors
import rewriting_vectors


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    modules = opening_vectors, header_vectors, frame_vectors, batch_vectors, rewriting_vectors
    for scenarios in modules:
        for name, vector in scenarios.vectors():
            write(os.path.join(folder, name), vector, vector.pop("vault"))
    for name, vector in attachment_vectors.vectors():
        write(os.path.join(folder, name + ".attachment"), vector, vector.pop("file"))


def write(path, fields, content):
    with open(path, "w") as file:
        for field, value in fields.items():
            if not isinstance(value, (str, int)):
                value = json.dumps(value, ensure_ascii=False)
            file.write(f"{field.replace('_', '-')}: {value}\n")
        file.write("\n" + base64.encodebytes(content).decode())


if __name__ == "__main__":
    main()
