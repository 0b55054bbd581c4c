import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refusedWith } from '../test-room.ts';
import { createPasswordChecks } from './password-checks.ts';

function scene() {
  const checks = createPasswordChecks(1);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    check: (name: string, network: string, known = false) =>
      checks({ network, known }, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    end: async () => {
      ends.shift()?.();
      await nextTurn();
    },
  };
}

test('logins at the same moment wait for their turns, networks one after the other, known ones first', async () => {
  const { started, check, end } = scene();
  for (const name of ['a1', 'a2', 'a3']) void check(name, '192.0.2.1');
  void check('b1', '192.0.2.2');
  void check('shop', '198.51.100.1', true);
  for (let ended = 0; ended < 4; ended += 1) await end();
  assert.deepEqual(started, ['a1', 'shop', 'a2', 'b1', 'a3']);
});

test('who waited three seconds is told to come again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { check, started, end } = scene();
  void check('a1', '192.0.2.1');
  const late = assert.rejects(check('a2', '192.0.2.1'), refusedWith('passwords_busy', 429));
  context.mock.timers.tick(2_999);
  const other = check('b1', '192.0.2.2');
  context.mock.timers.tick(1);
  await late;
  await end();
  await end();
  await other;
  assert.deepEqual(started, ['a1', 'b1']);
});

test('one network has two hundred waiting at most', async () => {
  const { check } = scene();
  for (let count = 0; count < 201; count += 1) void check('a', '192.0.2.1').catch(() => undefined);
  await assert.rejects(check('a', '192.0.2.1'), refusedWith('passwords_busy', 429));
  void check('b', '192.0.2.2').catch(() => undefined);
});
