import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDiskWatch } from './disk-watch.ts';

function scene() {
  let now = 0;
  let probes = 0;
  const disk: { hasRoom: boolean; whileProbed(): void } = { hasRoom: false, whileProbed: () => undefined };
  const watch = createDiskWatch({
    probe: async () => {
      probes += 1;
      disk.whileProbed();
      return disk.hasRoom;
    },
    nowMs: () => now,
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { watch, disk, probes: () => probes, pass };
}

test('a disk on which no write failed is not probed', async () => {
  const { watch, probes } = scene();
  assert.equal(await watch.hasRoom(), true);
  assert.equal(probes(), 0);
});

test('a full disk is told until a probe finds room, and is probed once a second at most', async () => {
  const { watch, disk, probes, pass } = scene();
  watch.full();
  assert.deepEqual(await Promise.all([watch.hasRoom(), watch.hasRoom()]), [false, false]);
  disk.hasRoom = true;
  assert.equal(await watch.hasRoom(), false);
  assert.equal(probes(), 1);
  pass(1_000);
  assert.equal(await watch.hasRoom(), true);
  pass(1_000);
  assert.equal(await watch.hasRoom(), true);
  assert.equal(probes(), 2);
});

test('a write that fails while the disk is probed, or right after, keeps it full', async () => {
  const { watch, disk, pass } = scene();
  disk.hasRoom = true;
  disk.whileProbed = watch.full;
  watch.full();
  assert.equal(await watch.hasRoom(), false);
  disk.whileProbed = () => undefined;
  pass(1_000);
  assert.equal(await watch.hasRoom(), true);
  watch.full();
  disk.hasRoom = false;
  pass(1_000);
  assert.equal(await watch.hasRoom(), false);
});

test('a probe that throws has found no room', async () => {
  const watch = createDiskWatch({ probe: () => Promise.reject(new Error('the database is closed')) });
  watch.full();
  assert.equal(await watch.hasRoom(), false);
});
