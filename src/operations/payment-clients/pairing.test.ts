import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';
import { newPairingCode, readPairingCode, shownPairingCode } from './pairing.ts';

async function openShop(context: Parameters<typeof openOperationsRoom>[0], engine: TestEngine) {
  const room = await openOperationsRoom(context, engine);
  const seller = await room.addPerson();
  const made = await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa 1' });
  const terminalId: number = made.body.terminal.id;
  const post = (path: string, key: string | undefined, body: object = {}, remoteAddress = '127.0.0.1') =>
    room.inject({
      method: 'POST',
      remoteAddress,
      url: `/payment-client/v1/${path}`,
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      payload: JSON.stringify(body),
    });
  const ask = async (body: object = {}) => {
    const answer = await post('pairing', undefined, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body as { code: string; key: string; expiresInSeconds: number };
  };
  const confirm = (code: string, terminal = terminalId, personId = seller.id) =>
    room.paymentClients.confirm({ personId, terminalId: terminal, code }, async () => undefined);
  return { room, seller, terminalId, post, ask, confirm };
}

const refusedAs = (code: string) => (error: unknown) => (error as { code?: string }).code === code;

test('a code is accepted in any letter case, with or without its dash, and nothing else', () => {
  const code = newPairingCode((limit) => limit - 1);
  assert.equal(shownPairingCode(code), 'ZZZZ-ZZZZ');
  assert.equal(readPairingCode(' zzzz-zzzz '), code);
  for (const wrong of ['', 'ZZZZ', 'ZZZZZZZZZ', 'ZZZZZZZA', 'ZZZZZZZ0']) {
    assert.equal(readPairingCode(wrong), undefined, wrong);
  }
});

for (const engine of SQLITE_BY_DAY) {
  describe(`pairing of payment clients (${engine})`, () => {
    test('a client works with its key once a person has confirmed its code', async (context) => {
      const { room, seller, terminalId, post, ask, confirm } = await openShop(context, engine);
      const { code, key, expiresInSeconds } = await ask({ version: 'caixa 1.0' });
      assert.match(code, /^[2-9B-DF-HJ-NP-TV-XZ]{4}-[2-9B-DF-HJ-NP-TV-XZ]{4}$/);
      assert.equal(expiresInSeconds, 600);
      assert.deepEqual((await post('pairing/status', key)).body, { paired: false });
      assert.equal((await post('work', key)).status, 401, 'not before it is confirmed');
      const waiting = post('pairing/status?wait=25', key);
      await confirm(code.toLowerCase());
      const paired = {
        paired: true,
        terminalId,
        terminal: 'Caixa 1',
        identificadorTef: '',
        rastrearIntervalo: '',
        impressaoAutomatica: false,
        imprimirProdutos: false,
        imprimirCupomCliente: false,
        imprimirCupomLojista: false,
      };
      assert.deepEqual((await waiting).body, paired);
      const changed = {
        identificadorTef: 'PDV-7',
        rastrearIntervalo: '5',
        impressaoAutomatica: true,
        imprimirProdutos: true,
        imprimirCupomCliente: true,
        imprimirCupomLojista: true,
      };
      await room.call('/Terminal/Insert', seller.key, { id: terminalId, nome: 'Caixa 1', ...changed });
      assert.deepEqual((await post('pairing/status', key)).body, { ...paired, ...changed });
      assert.equal((await post('work', key)).status, 204);
      const seen = (await room.paymentClients.presenceOf([terminalId])).get(terminalId);
      assert.deepEqual([seen?.online, seen?.version], [true, 'caixa 1.0']);
      room.clock.advance(2 * 60_000);
      assert.equal((await room.paymentClients.presenceOf([terminalId])).get(terminalId)?.online, false);
    });

    test('a code is confirmed once, within ten minutes, at the terminal that its client named', async (context) => {
      const { room, seller, terminalId, post, ask, confirm } = await openShop(context, engine);
      const other = await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa 2' });
      const named = await ask({ terminalId });
      await assert.rejects(confirm(named.code, other.body.terminal.id), refusedAs('pairing_other_terminal'));
      await confirm(named.code);
      await assert.rejects(confirm(named.code), refusedAs('pairing_code_unknown'));
      const late = await ask();
      room.clock.advance(10 * 60_000);
      await assert.rejects(confirm(late.code), refusedAs('pairing_code_unknown'));
      assert.equal((await post('pairing/status', late.key)).status, 401);
      const stranger = await room.addPerson();
      const { code } = await ask();
      await assert.rejects(confirm(code, terminalId, stranger.id), refusedAs('not_found'));
      await confirm(code);
    });

    test('of two concurrent confirmations of one code only one succeeds', async (context) => {
      const { ask, confirm } = await openShop(context, engine);
      const { code } = await ask();
      const results = await Promise.allSettled([confirm(code), confirm(code)]);
      assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    });

    test('the client paired last works, the previous one is told so, and unpairing revokes all keys', async (context) => {
      const { room, seller, terminalId, post, ask, confirm } = await openShop(context, engine);
      const [first, second] = [await ask(), await ask()];
      await confirm(first.code);
      await confirm(second.code);
      const replaced = await post('work', first.key);
      assert.equal(replaced.status, 409);
      assert.match(replaced.body.message, /Outro cliente de pagamento/);
      assert.equal((await post('work', second.key)).status, 204);
      await room.paymentClients.unpair({ personId: seller.id, terminalId }, async () => undefined);
      assert.equal((await post('work', first.key)).status, 401);
      assert.equal((await post('work', second.key)).status, 401);
      assert.equal((await post('pairing/status', second.key)).status, 401);
      assert.equal((await room.paymentClients.presenceOf([terminalId])).size, 0);
    });

    test('two requests of one pairing may wait and are answered, and a third is refused at once', async (context) => {
      const { post, ask, confirm } = await openShop(context, engine);
      const { code, key } = await ask();
      const polls = [1, 2, 3].map(() => post('pairing/status?wait=25', key));
      assert.equal((await Promise.race(polls)).status, 429);
      await confirm(code);
      const paired = (await Promise.all(polls)).filter(({ body }) => body.paired === true);
      assert.equal(paired.length, 2);
      assert.equal((await post('pairing/status', key)).status, 200);
    });

    test('a block of addresses that takes every place displaces its own codes, and nobody else', async (context) => {
      const { room, post, confirm } = await openShop(context, engine);
      const asked = async (address: string) => {
        const answer = await post('pairing', undefined, {}, address);
        assert.equal(answer.status, 201, address);
        return answer.body as { code: string; key: string };
      };
      const honest = await asked('198.51.100.7');
      const rows = Array.from({ length: 1_000 }, (_, index) => ({
        id: -1_000 + index,
        code_hash: `code ${index}`,
        key_hash: `key ${index}`,
        address: `2001:db8:1:${index.toString(16)}::/64`,
        block: '2001:db8:1::/48',
        created_at: room.clock.now(),
        expires_at: room.clock.now() + 60_000,
      }));
      const tables = room.database.read<{ payment_client_pairings: (typeof rows)[number] }>();
      await room.database.write(async (transaction) => {
        for (let at = 0; at < rows.length; at += 100) {
          await transaction
            .tables<{ payment_client_pairings: (typeof rows)[number] }>()
            .insertInto('payment_client_pairings')
            .values(rows.slice(at, at + 100))
            .execute();
        }
      });
      const later = await asked('198.51.100.9');
      await asked('2001:db8:1:ffff::1');
      const kept = await tables.selectFrom('payment_client_pairings').select('id').orderBy('id').execute();
      assert.equal(kept[0]?.id, -998, 'the two oldest of the large block made room');
      await confirm(honest.code);
      assert.equal((await post('pairing/status', honest.key)).body.paired, true);
      await confirm(later.code);
    });

    test('a code is not in the database, and codes of one IPv6 customer count together', async (context) => {
      const { room, post, ask } = await openShop(context, engine);
      const { code, key } = await ask();
      const rows = await room.database
        .read<{ payment_client_pairings: Record<string, unknown> }>()
        .selectFrom('payment_client_pairings')
        .selectAll()
        .execute();
      const text = JSON.stringify(rows);
      for (const secret of [code, code.replace('-', ''), key]) assert.ok(!text.includes(secret));
      for (let asked = 0; asked < 20; asked += 1) {
        const address = `2001:db8::${asked + 1}`;
        assert.equal((await post('pairing', undefined, {}, address)).status, 201);
      }
      assert.equal((await post('pairing', undefined, {}, '2001:db8::ffff')).status, 429);
    });

    test('one address holds at most twenty codes, which does not affect others', async (context) => {
      const { post } = await openShop(context, engine);
      for (let asked = 0; asked < 20; asked += 1) {
        assert.equal((await post('pairing', undefined, {}, '203.0.113.7')).status, 201);
      }
      const refused = await post('pairing', undefined, {}, '203.0.113.7');
      assert.equal(refused.status, 429);
      assert.match(refused.body.message, /espera de pareamento/);
      assert.equal((await post('pairing', undefined, {}, '203.0.113.8')).status, 201);
    });
  });
}
