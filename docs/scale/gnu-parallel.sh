#!/bin/bash
# GNU parallel: 16 shards on three machines that see the same folder, then one build that assembles the site.
#
#     docs/scale/gnu-parallel.sh [MACHINE…]
#
# Without machines, all of them run here. {#} is the number of a job, from 1.
set -euo pipefail
shards=16
export ALCEDO_CACHE_DIR=${ALCEDO_CACHE_DIR:-$PWD/.alcedo}

where=()
for machine in "$@"; do where+=(--sshlogin "$machine"); done
if [ $# -gt 0 ]; then where+=(--workdir "$PWD" --env ALCEDO_CACHE_DIR); fi
# --jobs 1 is one shard per machine at a time: each uses all cores.
seq "$shards" | parallel "${where[@]}" --jobs 1 --retries 3 --halt soon,fail=1 "alcedo build --shard {#}/$shards"
alcedo build
