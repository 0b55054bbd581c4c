import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { testForms } from '../../src/operations/client-cards/test-forms.ts';
import type { TestAnswer } from '../../src/operations/test-answer.ts';
import { type OperationsRoom, openOperationsRoom } from '../../src/operations/test-room.ts';
import { SQLITE_BY_DAY, type TestEngine } from '../support/databases.ts';
import type { HttpRequest } from '../support/http-exchange.ts';
import { casesOf, fc } from '../support/property.ts';
import { spoiledPhotos } from './spoiled-images.ts';
import { spoiledOperations } from './spoiled-operations.ts';

/** 1,200 cases on the embedded database, 600 on PostgreSQL, which is stricter about texts; the suite plays half of them. */
const RUNS = { sqlite: { fields: 900, photos: 300 }, postgres: { fields: 450, photos: 150 } } as const;

const TABLES = [
  'persons',
  'product_categories',
  'products',
  'terminals',
  'physical_terminals',
  'clients',
  'client_cards',
  'recurrences',
  'recurrence_entries',
  'photos',
  'orders',
  'order_items',
  'order_methods',
  'callback_addresses',
  'printers',
  'operators',
  'print_jobs',
  'external_payments',
  'record_counts',
] as const;
type Rows = Readonly<Record<string, string | number | null>>;
type Tables = Record<string, Rows>;

async function rowsOf(room: OperationsRoom, table: string): Promise<readonly Rows[]> {
  return room.database.read<Tables>().selectFrom(table).selectAll().execute();
}

const COUNTED = sql.join(
  TABLES.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`),
);

async function counts(room: OperationsRoom): Promise<unknown> {
  return (await sql`select ${COUNTED}`.execute(room.database.read<Tables>())).rows;
}

/** The demo accounts, with whose key the spoiled requests come. */
async function openRoom(context: { after(fn: () => unknown): void }, engine: TestEngine) {
  const room = await openOperationsRoom(context, engine, { cardForms: testForms() });
  await room.accounts.createDemoAccounts();
  await room.call('/ProdutoCategoria/Insert', KEY, { nome: 'Bebidas' });
  await room.call('/Cliente/Insert', KEY, { cpfCnpj: '12345678909' });
  return room;
}

const KEY = 'chaveDeDemonstracaoDoVendedor0001';

const STATUSES = [200, 400, 401, 403, 404, 409, 413, 415];

function judge(call: Pick<HttpRequest, 'method' | 'path'>, answer: TestAnswer): void {
  const description = `${call.method} ${call.path} was answered ${answer.status} ${JSON.stringify(answer.body)}`;
  // Wrong technical passwords lock it.
  const expected = call.path.includes('TipoAdmin') ? [...STATUSES, 429] : STATUSES;
  assert.ok(expected.includes(answer.status), description);
  if (answer.status === 200) return;
  assert.deepEqual(Object.keys(answer.body), ['message'], description);
  assert.match(answer.body.message, /\S/, description);
}

/** Rows that name each other do so both ways, and every photo that is named lies on the disk. */
async function assertWhole(room: OperationsRoom): Promise<void> {
  const [persons, products, photos] = [
    await rowsOf(room, 'persons'),
    await rowsOf(room, 'products'),
    await rowsOf(room, 'photos'),
  ];
  const named = [...persons, ...products].map((row) => row.photo_id).filter((id) => id !== null);
  assert.equal(new Set(named).size, named.length, 'a photo belongs to one record');
  const owned = photos.filter((photo) => photo.person_id !== null).map((photo) => photo.id);
  assert.deepEqual([...owned].sort(), [...named].sort());
  const usage = await rowsOf(room, 'photo_usage');
  assert.equal(
    usage.reduce((sum, row) => sum + Number(row.photos), 0),
    named.length,
  );
  const entries = await readdir(join(room.dataDir, 'photos'), { recursive: true }).catch(() => []);
  const files = new Set(entries.map((entry) => entry.split('/').at(-1)));
  for (const id of named) assert.ok(files.has(String(id)) && files.has(`thumbnail-${id}`), String(id));
  assert.equal(
    products.filter((product) => product.is_default === 1).length,
    persons.length,
    'one default product each',
  );
  for (const [kind, table] of [
    ['product_category', 'product_categories'],
    ['terminal', 'terminals'],
    ['client', 'clients'],
  ] as const) {
    const counted = (await rowsOf(room, 'record_counts')).filter((row) => row.kind === kind);
    const sum = counted.reduce((total, row) => total + Number(row.records), 0);
    assert.equal(sum, (await rowsOf(room, table)).length, kind);
  }
}

for (const engine of SQLITE_BY_DAY) {
  describe(`whatever is sent to the operations, on ${engine}`, () => {
    test('spoiled fields, ids and keys are refused, and leave nothing', async (context) => {
      const room = await openRoom(context, engine);
      let before = await counts(room);
      const accepted = new Set<string>();
      await fc.assert(
        fc.asyncProperty(spoiledOperations, async ({ method, path, headers, body }) => {
          const answer = await room.inject({
            method: method === 'POST' ? 'POST' : 'GET',
            url: path,
            headers: headers ?? {},
            ...(method === 'POST' && body !== undefined ? { payload: body } : {}),
          });
          judge({ method: String(method), path }, answer);
          const now = await counts(room);
          if (answer.status === 200) accepted.add(path.split('?')[0] ?? '');
          else assert.deepEqual(now, before, `${path} answered ${answer.status}`);
          before = now;
        }),
        { numRuns: casesOf(RUNS[engine].fields), endOnFailure: true },
      );
      assert.ok(accepted.size >= 9, [...accepted].join(' '));
      await assertWhole(room);
    });

    test('spoiled images are refused or come out as whole ones', async (context) => {
      const room = await openRoom(context, engine);
      let kept = 0;
      await fc.assert(
        fc.asyncProperty(spoiledPhotos, fc.boolean(), async (photo, ofPerson) => {
          const path = ofPerson ? '/Pessoa/Insert' : '/Produto/Insert';
          const answer = await room.call(
            path,
            KEY,
            ofPerson
              ? { nomeRazaoSocial: 'Ana', cpfCnpj: '52998224725', foto: photo }
              : { produto: { nome: 'Pão', fotBase64: photo } },
          );
          judge({ method: 'POST', path }, answer);
          if (ofPerson) assert.equal(answer.status, 200, 'what is no image is ignored for Foto');
          const url = answer.body.produto?.foto;
          if (typeof url !== 'string') return;
          kept += 1;
          const served = await room.get(url);
          assert.equal(served.status, 200);
          const { format, width, height } = await sharp(served.bytes, { failOn: 'warning' }).metadata();
          assert.equal(`image/${format}`, served.headers['content-type']);
          assert.ok(Math.max(width, height) <= 1200);
        }),
        { numRuns: casesOf(RUNS[engine].photos), endOnFailure: true },
      );
      assert.ok(kept > casesOf(RUNS[engine].photos) / 50, `${kept} photos were kept`);
      await assertWhole(room);
    });
  });
}
