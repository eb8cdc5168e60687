"""Runs nginx and HAProxy with the configurations that the documents give. Their logs are in files `*.log` of a folder."""

import os
import re
import subprocess
import sys

os.environ["PATH"] += ":/usr/sbin"  # which has nginx and HAProxy, and which only the administrator's PATH has
DEPLOY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "deploy")


def nginx(folder, port, addresses):
    """Starts nginx on a port, in front of replicas: `addresses` has an address and a port for each name."""
    text = configuration("nginx.conf", addresses).replace("listen 8080", f"listen 127.0.0.1:{port}")
    text = text.replace("/var/log/nginx/", f"{folder}/")
    with open(f"{folder}/nginx.conf", "w") as file:
        file.write(f"""daemon off; pid {folder}/pid; error_log {folder}/error.log notice; worker_processes 1;
events {{}} http {{ access_log off;
{''.join(f'{part}_temp_path {folder}/{part};' for part in ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))}
{text} }}""")
    return subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"],
                            stdin=subprocess.DEVNULL, stderr=sys.stderr)


def haproxy(folder, port, addresses):
    """Starts HAProxy in the same way."""
    text = re.sub(r"bind :8080", f"bind 127.0.0.1:{port}", configuration("haproxy.cfg", addresses))
    with open(f"{folder}/haproxy.cfg", "w") as file:
        file.write(text)
    return run_haproxy(folder)


def run_haproxy(folder, **environment):
    """Starts HAProxy with the configuration in a folder."""
    with open(f"{folder}/access.log", "w") as log, open(f"{folder}/error.log", "w") as errors:
        return subprocess.Popen(["haproxy", "-db", "-f", f"{folder}/haproxy.cfg"], stdin=subprocess.DEVNULL,
                                stdout=log, stderr=errors, env={**os.environ, **environment})


def configuration(name, addresses):
    with open(os.path.join(DEPLOY, "replicas", name)) as file:
        text = file.read()
    for replica, address in addresses.items():
        text = text.replace(f"{replica}:8080", address)
    return text
