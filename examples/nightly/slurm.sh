#!/bin/sh
# Sixteen parts as an array, and a job that merges them when all have ended.
# A part whose node fails is queued again, and goes on where it was. The folder
# is shared by all nodes.
set -eu
cd "$HOME/nightly"
label=$(date -u +%F)
array=$(sbatch --parsable --requeue --array=1-16 --cpus-per-task=4 \
  --job-name=coverme --wrap "coverme nightly nightly.toml --label $label \
    --shard \$SLURM_ARRAY_TASK_ID/16 -j 4 || test \$? -eq 1")
sbatch --dependency="afterok:$array" --job-name=coverme-merge \
  --wrap "coverme nightly merge nightly.toml nightly.db.part-*-of-16 \
    --markdown summary.md; coverme nightly site nightly.db --out site"
