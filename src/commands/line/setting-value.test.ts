import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from './command.ts';
import { lineOf } from './setting-value.ts';

async function* pieces(...texts: (string | Buffer)[]) {
  yield* texts;
}

test('a line is read with or without its end, in whatever pieces it comes', async () => {
  for (const given of [
    ['chave'],
    ['chave\n'],
    ['chave\r\n'],
    ['cha', 've', '\n'],
    [Buffer.from('cha'), Buffer.from('ve\n')],
  ]) {
    assert.equal(await lineOf(pieces(...given)), 'chave');
  }
  assert.equal(await lineOf(pieces(' com espaços ')), ' com espaços ');
});

test('nothing, more than one line, and what has no end are refused without being repeated', async () => {
  async function* endless() {
    for (;;) yield 'chave';
  }
  for (const stream of [pieces(), pieces('\n'), pieces('chave\noutra'), pieces('\nchave'), endless()]) {
    await assert.rejects(
      lineOf(stream),
      (error) => error instanceof UsageError && !error.message.includes('chave'),
    );
  }
});
