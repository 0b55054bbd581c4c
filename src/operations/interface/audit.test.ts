import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { type OperationsRoom, openOperationsRoom } from '../test-room.ts';

interface Entry {
  readonly id: string;
  readonly at: number;
  readonly operation: string;
  readonly person_id: number | null;
  readonly credential_id: number | null;
  readonly for_person_id: number | null;
  readonly address: string;
  readonly result: string;
  readonly record: string | null;
  readonly origin: string | null;
  readonly role: string | null;
  readonly user_id: number | null;
  readonly detail: string | null;
}

async function entriesOf({ database }: OperationsRoom): Promise<Entry[]> {
  const rows = await database
    .read<{ audit: Entry }>()
    .selectFrom('audit')
    .selectAll()
    .orderBy('id')
    .execute();
  // The rows also contain the hash chain, which has its own tests.
  return rows.map((row) => {
    const { mac, seq, link, ...entry } = row as Entry & Record<'mac' | 'seq' | 'link', unknown>;
    return entry;
  });
}

/** The entries without the request ids. */
async function recordedEntries(room: OperationsRoom): Promise<unknown[]> {
  return (await entriesOf(room)).map((entry) => [
    entry.operation,
    entry.person_id,
    entry.for_person_id,
    entry.result,
    entry.record,
  ]);
}

for (const engine of SQLITE_BY_DAY) {
  test(`each write, even a refused one, leaves one entry, and a read leaves none (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const one = await room.addPerson();
    const other = await room.addPerson();
    const answer = await room.call('/ProdutoCategoria/Insert', one.key, { nome: 'Bebidas' });
    assert.equal(answer.status, 200);
    const categoryId = answer.body.produtoCategoria.id;
    await room.call('/webapi/produtocategoria/insert', one.key, { id: categoryId, nome: 'Sucos' });
    await room.call('/ProdutoCategoria/Insert', other.key, { id: categoryId, nome: 'Tomada' });
    await room.call('/ProdutoCategoria/Insert', one.key, { nome: 'Bebidas', pessoaId: other.id });
    await room.call('/ProdutoCategoria/Insert', one.key, {});
    await room.call('/ProdutoCategoria/Insert', one.key, '{');
    await room.call('/ProdutoCategoria/Insert', 'desconhecida', { nome: 'Bebidas' });
    await room.call('/ProdutoCategoria/Insert', undefined, { nome: 'Bebidas' });
    await room.call('/Produto/GetByPessoaId', one.key, {});
    const category = `produtoCategoria:${categoryId}`;
    assert.deepEqual(await recordedEntries(room), [
      ['ProdutoCategoria/Insert', one.id, one.id, 'ok', category],
      ['ProdutoCategoria/Insert', one.id, one.id, 'ok', category],
      ['ProdutoCategoria/Insert', other.id, other.id, 'not_found', category],
      ['ProdutoCategoria/Insert', one.id, other.id, 'person_foreign', null],
      ['ProdutoCategoria/Insert', one.id, one.id, 'parameter_missing', null],
      ['ProdutoCategoria/Insert', one.id, null, 'body_invalid', null],
    ]);
  });

  test(`an entry names the credential, the address, the time and the request (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const { id, key } = await room.addPerson();
    room.clock.advance(5_000);
    const answer = await room.call('/ProdutoCategoria/Insert', key, { nome: 'Bebidas' });
    const [credential] = await room.accounts.listCredentials({ personId: id });
    assert.deepEqual(await entriesOf(room), [
      {
        id: answer.headers['x-request-id'],
        at: room.clock.now(),
        operation: 'ProdutoCategoria/Insert',
        person_id: id,
        credential_id: credential?.id,
        for_person_id: id,
        address: '127.0.0.1',
        result: 'ok',
        record: `produtoCategoria:${answer.body.produtoCategoria.id}`,
        origin: 'key',
        role: 'seller',
        user_id: null,
        detail: null,
      },
    ]);
    const stored = JSON.stringify(await entriesOf(room));
    assert.ok(!stored.includes(key));
  });
}

test('from unknown callers, malformed requests and requests without a valid key are not audited', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  assert.equal((await room.call('/Login/Login/', undefined, '{')).status, 400);
  assert.equal((await room.call('/Login/Login/', undefined, {})).status, 400);
  assert.equal((await room.call('/Pessoa/Insert', undefined, { nome: 'x' })).status, 400);
  const shop = { id: 99, nomeRazaoSocial: 'Loja', cpfCnpj: '11144477735' };
  assert.equal((await room.call('/Pessoa/Insert', 'desconhecida', shop)).status, 401);
  assert.deepEqual(await recordedEntries(room), []);
});

for (const engine of SQLITE_BY_DAY) {
  test(`a write whose audit entry cannot be stored is not done (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const { key } = await room.addPerson();
    await room.database.write(async (transaction) => {
      await transaction.tables().schema.dropTable('audit').execute();
    });
    const bodies = {
      ProdutoCategoria: { nome: 'Bebidas' },
      Terminal: { nome: 'Caixa' },
      Cliente: { cpfCnpj: '12345678909' },
      Pessoa: { nomeRazaoSocial: 'Outra', cpfCnpj: '12345678909' },
    };
    for (const [set, body] of Object.entries(bodies)) {
      assert.equal((await room.call(`/${set}/Insert`, key, body)).status, 500);
    }
    for (const table of ['product_categories', 'terminals', 'clients']) {
      const rows = await room.database.read<Record<string, object>>().selectFrom(table).selectAll().execute();
      assert.deepEqual(rows, [], table);
    }
    assert.equal((await room.accounts.listPersons()).persons.length, 1);
  });
}
