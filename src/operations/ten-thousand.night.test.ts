import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Kysely, KyselyPlugin } from 'kysely';
import { ENGINES } from '../../test/support/databases.ts';
import type { BulkTable, Database } from '../platform/database/index.ts';
import { localTime } from '../platform/time/clock.ts';
import { catalogueOperations, createWorkSignals, printingOperations } from './index.ts';
import { answerParts } from './interface/long-list.ts';
import { personOperations } from './persons/index.ts';
import { type OperationsRoom, openOperationsRoom } from './test-room.ts';

const ROWS = 10_000;
const FIRST_ID = 1_000;
/** One per page of 250, one for the empty last page, the person, and the categories. */
const QUERIES = ROWS / 250 + 3;

type Row = Readonly<Record<string, string | number | null>>;

const LISTS = {
  Produto: {
    insert: { nome: 'Café', valor: '12,50' },
    tables: ['products'],
    member: 'produtos',
  },
  Terminal: {
    insert: { nome: 'Caixa' },
    tables: ['physical_terminals', 'terminals'],
    member: 'terminais',
  },
  Cliente: {
    insert: { cpfCnpj: '12345678909' },
    tables: ['clients'],
    member: 'clientes',
  },
  Impressora: {
    insert: { nome: 'Balcão' },
    tables: ['printers'],
    member: 'impressoras',
  },
  Operador: {
    insert: { nome: 'Ana' },
    tables: ['operators'],
    member: 'operadores',
  },
} as const;

/** What must differ between the copies of a row, besides the id. */
const DIFFERENCES: Readonly<Record<string, (index: number) => Row>> = {
  terminals: (index) => ({ physical_terminal_id: FIRST_ID + index }),
  operators: (index) => ({ login: `ana ${index}` }),
  persons: (index) => ({ document: String(FIRST_ID + index).padStart(11, '0') }),
};

/** Copies the last row of a table many times, in one write. */
async function multiply({ database }: OperationsRoom, table: string, copied: Row = {}): Promise<void> {
  const tables = database.read<Record<string, { id: number } & Row>>();
  const found = await tables.selectFrom(table).selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  const row: Row = { ...found, ...copied };
  const filled = Object.entries(row).filter(([, value]) => value !== null);
  const columns = Object.fromEntries(
    filled.map(([name, value]) => [
      name,
      typeof value === 'number' ? ('bigint' as const) : ('text' as const),
    ]),
  );
  const bulk: BulkTable<Row> = { name: table, columns };
  const copies = Array.from({ length: ROWS - 1 }, (_, index) => ({
    ...row,
    id: FIRST_ID + index,
    ...DIFFERENCES[table]?.(index),
  }));
  await database.write((transaction) => transaction.insertRows(bulk, copies));
}

/** The same database, whose queries are counted. */
function counting(database: Database): { database: Database; queries(): number } {
  let queries = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const read = <Tables>() => database.read<Tables>().withPlugin(counter) as Kysely<Tables>;
  return { database: { ...database, read }, queries: () => queries };
}

const callOf = (personId: number) => ({
  holder: undefined,
  sender: { personId },
  personId,
  query: {},
  body: {},
  address: '',
  idempotencyKey: undefined,
  withWriteSlot: <Result>(work: () => Promise<Result>) => work(),
  onAnswer: () => undefined,
  note: () => undefined,
  written: async () => undefined,
});

async function textOf(answer: object): Promise<string> {
  const parts = answerParts(answer);
  let text = '';
  for (;;) {
    const { value, done } = await parts.next();
    text += value;
    if (done) return text;
  }
}

for (const engine of ENGINES) {
  describe(`ten thousand records of one person (${engine})`, () => {
    for (const [set, { insert, tables, member }] of Object.entries(LISTS)) {
      test(`${set}/GetByPessoaId lists them all, without a query per record`, async (context) => {
        const room = await openOperationsRoom(context, engine);
        const seller = await room.addPerson();
        await room.database.write(async (transaction) => {
          await transaction.tables<{ products: Row }>().deleteFrom('products').execute();
        });
        await room.call('/ProdutoCategoria/Insert', seller.key, { nome: 'Bebidas' });
        assert.equal((await room.call(`/${set}/Insert`, seller.key, insert)).status, 200);
        for (const table of tables) await multiply(room, table);
        const stranger = await room.addPerson();
        await room.call('/ProdutoCategoria/Insert', stranger.key, { nome: 'Pães' });
        assert.equal((await room.call(`/${set}/Insert`, stranger.key, insert)).status, 200);

        const counted = counting(room.database);
        const rooms = { ...room, database: counted.database, checkDocuments: false };
        const times = { local: localTime('America/Sao_Paulo') };
        const operation = [
          ...catalogueOperations({ ...rooms, time: times.local }),
          ...printingOperations({ ...rooms, times, signals: createWorkSignals() }),
        ].find((one) => one.set === set && one.method === 'GetByPessoaId');
        assert.ok(operation);
        const answer = await operation.run(callOf(seller.id), undefined);
        const listed = JSON.parse(await textOf(answer))[member];
        assert.equal(listed.length, ROWS, 'nothing of the stranger');
        assert.equal(new Set(listed.map((record: { id: number }) => record.id)).size, ROWS);
        assert.ok(counted.queries() <= QUERIES, `${counted.queries()} queries`);
      });
    }

    test('Pessoa/GetAll lists as many persons, and to each key those that it may act for', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const operator = await room.addPerson({ role: 'operator' });
      const integrator = await room.addPerson({ role: 'integrator' });
      const seller = await room.addPerson();
      await multiply(room, 'persons', { created_by: integrator.id });
      let pages = 0;
      const reachablePersons: typeof room.accounts.reachablePersons = (...asked) => {
        pages += 1;
        return room.accounts.reachablePersons(...asked);
      };
      const accounts = { ...room.accounts, reachablePersons };
      const operation = personOperations({ ...room, accounts }).find(({ method }) => method === 'GetAll');
      assert.ok(operation);
      for (const [personId, role, expected] of [
        [operator.id, 'operator', ROWS + 2],
        [integrator.id, 'integrator', ROWS],
        [seller.id, 'seller', 1],
      ] as const) {
        pages = 0;
        const holder = { personId, role, name: '', credentialId: 1, credentialKind: 'integration' } as const;
        const answer = await operation.run({ ...callOf(personId), holder }, undefined);
        const { pessoas } = JSON.parse(await textOf(answer));
        assert.equal(new Set(pessoas.map(({ id }: { id: number }) => id)).size, expected, role);
        assert.equal(pessoas.length, expected, role);
        assert.ok(pages <= QUERIES, `${pages} pages`);
      }
    });
  });
}
