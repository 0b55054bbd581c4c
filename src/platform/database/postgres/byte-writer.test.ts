import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ByteWriter } from './byte-writer.ts';

function written(write: (writer: ByteWriter) => void): Buffer {
  const writer = new ByteWriter();
  write(writer);
  return writer.take();
}

describe('a byte writer', () => {
  test('writes integers as PostgreSQL reads them', () => {
    for (const value of [
      0,
      1,
      -1,
      255,
      -256,
      2 ** 31,
      2 ** 32 - 1,
      2 ** 32,
      -(2 ** 32),
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ]) {
      const bytes = written((writer) => writer.int64(value));
      assert.equal(bytes.length, 8);
      assert.equal(bytes.readBigInt64BE(), BigInt(value));
    }
    const small = written((writer) => {
      writer.int8(7);
      writer.int16(258);
      writer.int32(-2);
    });
    assert.equal(small.toString('hex'), '070102fffffffe');
  });

  test('refuses what is no integer', () => {
    for (const value of [1.5, Number.NaN, 2 ** 53, '1', true, null]) {
      assert.throws(() => written((writer) => writer.int64(value)), RangeError);
    }
  });

  test('writes texts as UTF-8, short and long ones', () => {
    for (const text of ['', 'ascii', 'ação', 'a'.repeat(33), `${'a'.repeat(40)}é€😀`, '\ud800', 'a\0b']) {
      assert.deepEqual(
        written((writer) => writer.text(text)),
        Buffer.from(text),
      );
    }
  });

  test('writes hexadecimal digits, without hyphens', () => {
    const writer = new ByteWriter();
    assert.equal(writer.hex('01-aB-ff'), 3);
    assert.equal(writer.take().toString('hex'), '01abff');
    for (const text of ['0', '0g', 'é0', '0-x', ' 0']) assert.equal(writer.hex(text), Number.NaN);
  });

  test('grows, replaces what it has written, and begins again', () => {
    const writer = new ByteWriter();
    const long = 'x'.repeat(200_000);
    writer.int32(0);
    writer.text(long);
    writer.replace32(0, long.length);
    const first = writer.take();
    assert.equal(first.readInt32BE(), long.length);
    assert.equal(first.toString('latin1', 4), long);
    writer.text('forgotten');
    writer.clear();
    writer.text('second');
    assert.equal(writer.take().toString(), 'second');
    assert.equal(first.toString('latin1', 4), long);
  });
});
