import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { newDatabase, SQLITE_BY_DAY } from '../../../../../test/support/databases.ts';
import { Secret } from '../../../../platform/secret.ts';
import { tokenMaker } from '../../../../platform/token-maker.ts';
import { openVault, vaultMigrations } from '../../../../platform/vault/index.ts';
import { newResult, Status } from '../../../transactions/rules/transaction.ts';
import { storedToken } from './authentication.ts';
import { createAuthenticationPages } from './authentication-pages.ts';

const PAGE = 'https://banco.example/3ds?sessao=1';
const masterKey = () => new Secret(randomBytes(32).toString('base64'));

for (const engine of SQLITE_BY_DAY) {
  describe(`addresses of authentication pages (${engine})`, () => {
    test('are the same on every instance and after a new master key, and others in another database', async (context) => {
      const [first, second] = [masterKey(), masterKey()];
      const { database, close } = await newDatabase(engine, vaultMigrations);
      context.after(close);
      const other = await newDatabase(engine, vaultMigrations);
      context.after(other.close);
      const pagesOf = async (where: typeof database, masterKeys: readonly Secret[]) =>
        createAuthenticationPages({
          vault: await openVault({ database: where, masterKeys, clock: { now: () => 1 } }),
          publicUrl: () => 'https://pagamentos.example',
          newSeed: tokenMaker(32),
        });
      const one = await pagesOf(database, [first]);
      const seed = one.newSeed();
      const row = one.stored(seed, PAGE);
      const result = newResult(Status.started, { redirectUrl: one.kept(seed) });
      const address = one.redirectUrlOf({ result });
      assert.match(address ?? '', /^https:\/\/pagamentos\.example\/3ds\/[\w-]{43}$/);
      assert.equal(row.token, storedToken(address?.split('/').at(-1) ?? ''));
      const rotated = await pagesOf(database, [second, first]);
      for (const pages of [await pagesOf(database, [second]), rotated]) {
        assert.equal(pages.redirectUrlOf({ result }), address);
        assert.equal(pages.pageUrlOf(row), PAGE);
      }
      const stranger = await pagesOf(other.database, [first]);
      assert.notEqual(stranger.redirectUrlOf({ result }), address);
      assert.throws(() => stranger.pageUrlOf(row));
      assert.throws(() => rotated.pageUrlOf({ ...row, token: rotated.stored(one.newSeed(), PAGE).token }));
    });
  });
}

test('the record keeps an address that alone opens nothing, or the whole one of a version before 0.3.0', async () => {
  const pages = createAuthenticationPages({
    vault: {
      seal: (text) => `1.1.${Buffer.from(text).toString('base64')}`,
      open: () => assert.fail('nothing is sealed'),
      deriveKey: () => Buffer.alloc(32, 1),
    },
    publicUrl: () => 'https://pagamentos.example',
    newSeed: () => 'semente',
  });
  const of = (status: Status, redirectUrl: string | undefined) =>
    pages.redirectUrlOf({ result: newResult(status, { redirectUrl }) });
  assert.equal(pages.kept('semente'), '3ds:semente');
  assert.equal(of(Status.started, '3ds:semente'), pages.urlsOf('semente').start);
  assert.ok(!pages.urlsOf('semente').start.includes('semente'));
  const old = 'https://pagamentos.example/3ds/de-antes';
  assert.equal(of(Status.started, old), old);
  assert.equal(pages.pageUrlOf({ token: 'de-antes', pageUrl: PAGE }), PAGE);
  for (const status of [Status.authorized, Status.pending, Status.denied]) {
    assert.equal(of(status, '3ds:semente'), undefined);
    assert.equal(of(status, old), undefined);
  }
  assert.equal(of(Status.started, undefined), undefined);
});
