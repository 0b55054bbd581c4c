import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestSeller } from '../../../src/operations/test-answer.ts';
import { type OperationsRoom, openOperationsRoom } from '../../../src/operations/test-room.ts';
import { ENGINES } from '../../support/databases.ts';
import { casesOf, fc } from '../../support/property.ts';

const RUNS = { sqlite: 60, postgres: 20 } as const;

interface KindSpec {
  readonly path: string;
  readonly member: string;
  /** Path of the list of its records, and the member of the answer. */
  readonly list?: readonly [path: string, member: string];
}

const KINDS = {
  category: { path: '/ProdutoCategoria/Insert', member: 'produtoCategoria' },
  product: { path: '/Produto/Insert', member: 'produto', list: ['/Produto/GetByPessoaId', 'produtos'] },
  terminal: { path: '/Terminal/Insert', member: 'terminal', list: ['/Terminal/GetByPessoaId', 'terminais'] },
  client: { path: '/Cliente/Insert', member: 'cliente', list: ['/Cliente/GetByPessoaId', 'clientes'] },
} as const satisfies Readonly<Record<string, KindSpec>>;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

/** Sellers 0, 1 and 2, and integrator 3, who created seller 2. */
const PEOPLE = [0, 1, 2, 3] as const;
type Who = (typeof PEOPLE)[number];
const reaches = (actor: Who, person: Who) => actor === person || (actor === 3 && person === 2);

interface Step {
  readonly actor: Who;
  /** Undefined when no person is named. */
  readonly person: Who | undefined;
  readonly kind: Kind;
  /** Index of the record to edit among all of the kind; undefined for a new one. */
  readonly record: number | undefined;
}

const who = fc.constantFrom(...PEOPLE);
const step: fc.Arbitrary<Step> = fc.record({
  actor: who,
  person: fc.option(who, { nil: undefined, freq: 1 }),
  kind: fc.constantFrom(...kinds),
  record: fc.option(fc.nat(1_000), { nil: undefined, freq: 1 }),
});

interface Known {
  readonly id: number;
  readonly owner: Who;
  name: string;
}

/** The expected records, by the rules alone. */
class Model {
  readonly records: Record<Kind, Known[]> = { category: [], product: [], terminal: [], client: [] };

  pick({ kind, record }: Step): Known | undefined {
    const all = this.records[kind];
    return record === undefined || all.length === 0 ? undefined : all[record % all.length];
  }

  statusOf(step: Step): number {
    const person = step.person ?? step.actor;
    if (!reaches(step.actor, person)) return 403;
    const found = this.pick(step);
    if (step.kind === 'product' && !this.records.category.some(({ owner }) => owner === person)) return 400;
    return found && found.owner !== person ? 404 : 200;
  }
}

async function take(
  room: OperationsRoom,
  people: readonly TestSeller[],
  model: Model,
  step: Step,
  name: string,
) {
  const { path, member } = KINDS[step.kind];
  const person = step.person ?? step.actor;
  const found = model.pick(step);
  const expected = model.statusOf(step);
  const body = {
    ...(step.kind === 'client' ? { cpfCnpj: '12345678909', nomeRazaoSocial: name } : { nome: name }),
    ...(found ? { id: found.id } : {}),
    ...(step.person === undefined ? {} : { pessoaId: people[step.person]?.id }),
  };
  const answer = await room.call(path, people[step.actor]?.key, body);
  assert.equal(answer.status, expected, JSON.stringify({ step, found, answer: answer.body }));
  if (expected !== 200) return;
  const record = answer.body[member];
  if (found) {
    assert.equal(record.id, found.id);
    found.name = name;
  } else {
    model.records[step.kind].push({ id: record.id, owner: person, name });
  }
}

async function checkLists(room: OperationsRoom, people: readonly TestSeller[], model: Model) {
  for (const kind of kinds) {
    const { list }: KindSpec = KINDS[kind];
    for (const person of list ? PEOPLE : []) {
      const wanted = model.records[kind].filter(({ owner }) => owner === person);
      const expected = wanted.map(({ id, name }) => ({ id, name }));
      for (const actor of PEOPLE) {
        const answer = await room.call(`${list?.[0]}?pessoaId=${people[person]?.id}`, people[actor]?.key);
        const request = `${kind} of ${person} for ${actor}`;
        if (reaches(actor, person))
          assert.deepEqual(namesIn(answer.body[list?.[1] ?? '']), expected, request);
        else assert.equal(answer.status, 403, request);
      }
    }
  }
}

function namesIn(records: readonly { id: number; nome?: string; nomeRazaoSocial?: string }[]) {
  return records
    .map(({ id, nome, nomeRazaoSocial }) => ({ id, name: nome ?? nomeRazaoSocial }))
    .filter(({ name }) => name !== 'Produto genérico');
}

for (const engine of ENGINES) {
  test(`whatever three sellers and an integrator do, each has its own and nothing else (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const first = [await room.addPerson(), await room.addPerson()];
    const integrator = await room.addPerson({ role: 'integrator' });
    const people = [...first, await room.addPerson({ createdBy: integrator.id }), integrator];
    const model = new Model();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        for (const one of steps) {
          count += 1;
          await take(room, people, model, one, `nome ${count}`);
        }
        await checkLists(room, people, model);
      }),
      // Records stay from run to run, so a shrunk case would not be the same case.
      { numRuns: casesOf(RUNS[engine]), endOnFailure: true },
    );
    for (const kind of kinds) assert.ok(model.records[kind].length > 10, kind);
  });
}
