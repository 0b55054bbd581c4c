import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Kysely, KyselyPlugin } from 'kysely';
import { ENGINES } from '../../test/support/databases.ts';
import type { BulkTable, Database } from '../platform/index.ts';
import { catalogueOperations } from './index.ts';
import { answerParts } from './interface/long-list.ts';
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
} as const;

/** Copies the only row of a table many times, in one write. */
async function multiply({ database }: OperationsRoom, table: string): Promise<void> {
  const [row, ...more] = await database.read<Record<string, Row>>().selectFrom(table).selectAll().execute();
  assert.ok(row && more.length === 0, table);
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
    ...(table === 'terminals' ? { physical_terminal_id: FIRST_ID + index } : {}),
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

        const counted = counting(room.database);
        const operation = catalogueOperations({
          ...room,
          database: counted.database,
          checkDocuments: false,
        }).find((one) => one.set === set && one.method === 'GetByPessoaId');
        assert.ok(operation);
        const call = {
          holder: undefined,
          sender: { personId: seller.id },
          personId: seller.id,
          query: {},
          body: {},
          address: '',
          idempotencyKey: undefined,
          withWriteSlot: <Result>(work: () => Promise<Result>) => work(),
          note: () => undefined,
          written: async () => undefined,
        };
        const answer = await operation.run(call, undefined);
        const listed = JSON.parse(await textOf(answer))[member];
        assert.equal(listed.length, ROWS);
        assert.equal(new Set(listed.map((record: { id: number }) => record.id)).size, ROWS);
        assert.ok(counted.queries() <= QUERIES, `${counted.queries()} queries`);
      });
    }
  });
}
