import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileFault, isDiskFull } from './file-fault.ts';

const failure = (fields: object) => Object.assign(new Error('write failed'), fields);

describe('a fault of the file system', () => {
  test('is told in words that name the cause', () => {
    assert.equal(fileFault(failure({ code: 'EROFS' })), 'o sistema de arquivos é só de leitura');
    assert.equal(fileFault(failure({ code: 'EACCES' })), 'este usuário não tem permissão');
  });

  test('that has no words of its own keeps its code', () => {
    assert.equal(fileFault(failure({ code: 'EMFILE' })), 'EMFILE');
    assert.equal(fileFault('odd'), 'causa desconhecida');
  });

  test('is a full disk for the system and for SQLite alike', () => {
    for (const full of [failure({ code: 'ENOSPC' }), failure({ code: 'ERR_SQLITE_ERROR', errcode: 13 })]) {
      assert.equal(isDiskFull(full), true);
      assert.equal(fileFault(full), 'o disco está cheio');
    }
    assert.equal(isDiskFull(failure({ code: 'ERR_SQLITE_ERROR', errcode: 8 })), false);
    assert.equal(isDiskFull(failure({ code: 'EIO' })), false);
  });
});
