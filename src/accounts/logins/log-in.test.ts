import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { fc } from '../../../test/support/property.ts';
import { nextId } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import { insertCredential } from '../credentials/store.ts';
import type { AccountTables } from '../tables.ts';
import { openTestRoom, refusedWith, type TestRoom } from '../test-room.ts';
import { LOCK_MS, MAX_WRONG_PASSWORDS, WRONG_PASSWORD_WINDOW_MS } from './lockout.ts';
import { LOGIN_KEY_LIFE_MS, type LoginResult, MAX_LOGIN_KEYS } from './log-in.ts';

const PASSWORD = 'cavalo bateria grampo';
const DOCUMENT = '11144477735';
const HERE = '192.0.2.1';

const tryIn = (
  { accounts }: Pick<TestRoom, 'accounts'>,
  given: { document?: string; password?: string; address?: string } = {},
): Promise<LoginResult> =>
  accounts.logIn({
    document: given.document ?? DOCUMENT,
    password: new Secret(given.password ?? PASSWORD),
    address: given.address ?? HERE,
  });

async function failTimes(room: Pick<TestRoom, 'accounts'>, times: number, document = DOCUMENT) {
  for (let count = 0; count < times; count += 1) {
    const result = await tryIn(room, { document, password: 'senha errada' });
    assert.equal(result.kind, 'wrong', `try ${count + 1}`);
  }
}

for (const engine of SQLITE_BY_DAY) {
  test(`a login gives a key of letters and digits that works for 24 hours (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const person = await room.addWithPassword(PASSWORD);
    const result = await tryIn(room, { document: '111.444.777-35' });
    assert.ok(result.kind === 'in');
    assert.deepEqual(result.person, person);
    assert.match(result.key.reveal(), /^[A-Za-z0-9]{40,}$/);
    const holder = await room.accounts.verifyKey(result.key);
    assert.equal(holder?.personId, person.id);
    assert.equal(holder?.credentialId, result.credentialId);
    room.clock.advance(LOGIN_KEY_LIFE_MS - 1);
    assert.ok(await room.accounts.verifyKey(result.key));
    room.clock.advance(1);
    assert.equal(await room.accounts.verifyKey(result.key), undefined);
  });

  test(`the tenth wrong password blocks the login on every instance for 30 minutes (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await room.addWithPassword(PASSWORD);
    const other = { accounts: await room.another() };
    await failTimes(room, MAX_WRONG_PASSWORDS - 1);
    await failTimes(other, 1);
    for (const instance of [room, other]) {
      assert.deepEqual(await tryIn(instance), { kind: 'locked', personId: 1, retryAfterSeconds: 1800 });
    }
    const elsewhere = await tryIn(room, { address: '198.51.100.1' });
    assert.deepEqual(elsewhere, { kind: 'locked', personId: 1, retryAfterSeconds: 128 });
    room.clock.advance(128_000);
    assert.equal((await tryIn(room, { address: '198.51.100.1' })).kind, 'in');
    room.clock.advance(LOCK_MS - 128_000 - 1);
    assert.equal((await tryIn(room)).kind, 'locked');
    room.clock.advance(1);
    assert.equal((await tryIn(room)).kind, 'in');
  });

  test(`unlocking lets the person in at once (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await room.addWithPassword(PASSWORD);
    await failTimes(room, MAX_WRONG_PASSWORDS);
    assert.equal((await tryIn(room)).kind, 'locked');
    await room.accounts.unlockLogin(1);
    assert.equal((await tryIn(room)).kind, 'in');
    await assert.rejects(room.accounts.unlockLogin(9), refusedWith('person_unknown', 404));
  });

  test(`many guesses at once get no more tries than one after the other (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await room.addWithPassword(PASSWORD);
    // Two writers of one SQLite file block the one thread that plays both here.
    const other = engine === 'sqlite' ? room : { accounts: await room.another() };
    const counted = { wrong: 0, locked: 0, in: 0, busy: 0 };
    for (let round = 0; round < 5; round += 1) {
      const guesses = [room, other, room, other, room, other, room, other, room].map((instance) =>
        tryIn(instance, { password: 'senha errada' }).then(
          ({ kind }) => kind,
          () => 'busy' as const,
        ),
      );
      for (const kind of await Promise.all(guesses)) counted[kind] += 1;
    }
    assert.equal(counted.wrong, MAX_WRONG_PASSWORDS);
    assert.equal(counted.in, 0);
    assert.equal((await tryIn(room)).kind, 'locked');
  });
}

for (const engine of SQLITE_BY_DAY) {
  test(`guesses from ever new networks wait longer with each, on every instance (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await room.addWithPassword(PASSWORD);
    const other = { accounts: await room.another() };
    const guess = (number: number) =>
      tryIn(number % 2 ? room : other, { password: 'senha errada', address: `203.0.113.${number}` });
    for (let number = 0; number < 3; number += 1) assert.equal((await guess(number)).kind, 'wrong');
    for (const [index, seconds] of [1, 2, 4, 8, 16].entries()) {
      const refused = await guess(10 + index);
      assert.deepEqual(refused, { kind: 'locked', personId: 1, retryAfterSeconds: seconds });
      room.clock.advance(seconds * 1_000);
      assert.equal((await guess(20 + index)).kind, 'wrong');
    }
  });

  test(`from where it succeeded lately a login gets in, whatever strangers try (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await room.addWithPassword(PASSWORD);
    assert.equal((await tryIn(room)).kind, 'in');
    for (let number = 0; number < 4; number += 1) {
      await tryIn(room, { password: 'senha errada', address: `203.0.113.${number}` });
    }
    assert.equal((await tryIn(room, { address: '198.51.100.1' })).kind, 'locked');
    assert.equal((await tryIn(room)).kind, 'in');
    // A success takes back only what failed from its own network: strangers gain nothing by the owner's logins.
    assert.equal((await tryIn(room, { address: '198.51.100.1' })).kind, 'locked');
    await room.accounts.setPassword({
      token: await room.newToken(1),
      password: new Secret('outra frase bem comprida'),
    });
    assert.equal(
      (await tryIn(room, { password: 'outra frase bem comprida', address: '198.51.100.1' })).kind,
      'in',
    );
  });
}

test('an unknown document is answered and blocked as a wrong password is', async (context) => {
  const room = await openTestRoom(context);
  await room.addWithPassword(PASSWORD);
  for (const document of ['52998224725', 'nenhum documento', '💳'.repeat(50)]) {
    await failTimes(room, MAX_WRONG_PASSWORDS, document);
    assert.deepEqual(await tryIn(room, { document }), {
      kind: 'locked',
      personId: undefined,
      retryAfterSeconds: 1800,
    });
  }
  assert.equal((await tryIn(room)).kind, 'in');
});

test('an unknown document takes as long as a wrong password', async (context) => {
  // So long that the computing outweighs everything else.
  const passwordCost = { memory: 32_768, passes: 4, parallelism: 1 };
  const room = await openTestRoom(context, { passwordCost });
  await room.addWithPassword(PASSWORD);
  const timed = async (document: string) => {
    const startedAt = performance.now();
    assert.equal((await tryIn(room, { document, password: 'senha errada' })).kind, 'wrong');
    return performance.now() - startedAt;
  };
  // In turn, and the quickest of each: what else the machine does makes single ones slower.
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const areAlike = () => unknown > known / 3 && unknown < known * 3;
  for (let sample = 0; sample < MAX_WRONG_PASSWORDS - 1 && (sample < 3 || !areAlike()); sample += 1) {
    known = Math.min(known, await timed(DOCUMENT));
    unknown = Math.min(unknown, await timed('52998224725'));
  }
  assert.ok(areAlike(), `${known} ms and ${unknown} ms`);
});

test('one document is one login, however it is written', async (context) => {
  const room = await openTestRoom(context);
  await room.addWithPassword(PASSWORD, { document: '12ABC34501DE35' });
  await failTimes(room, 5, '12.ABC.345/01DE-35');
  await failTimes(room, 5, '12abc34501de35');
  assert.equal((await tryIn(room, { document: '12ABC34501DE35' })).kind, 'locked');
});

test('a right password forgets the wrong ones before it', async (context) => {
  const room = await openTestRoom(context);
  await room.addWithPassword(PASSWORD);
  await failTimes(room, MAX_WRONG_PASSWORDS - 1);
  assert.equal((await tryIn(room)).kind, 'in');
  await failTimes(room, MAX_WRONG_PASSWORDS - 1);
  assert.equal((await tryIn(room)).kind, 'in');
});

test('what is stored of a failure tells neither document nor password', async (context) => {
  const room = await openTestRoom(context);
  await failTimes(room, 1, 'minha senha aqui');
  await failTimes(room, 1);
  const stored = JSON.stringify(await room.tables.selectFrom('login_failures').selectAll().execute());
  assert.doesNotMatch(stored, /senha|11144477735/i);
});

test('the password of the active person counts, not of waiting ones with the same document', async (context) => {
  const room = await openTestRoom(context);
  const twin = { document: DOCUMENT, name: 'Outra', role: 'integrator' } as const;
  await room.accounts.addPerson(twin);
  assert.equal((await tryIn(room)).kind, 'wrong');
  const person = await room.addWithPassword(PASSWORD);
  await room.accounts.addPerson(twin);
  const result = await tryIn(room);
  assert.ok(result.kind === 'in');
  assert.equal(result.person.id, person.id);
});

test('an active person that has set no password yet cannot log in', async (context) => {
  const room = await openTestRoom(context);
  await room.addActive();
  assert.deepEqual(await tryIn(room, { password: '' }), { kind: 'wrong', personId: 1 });
});

test('demo logins are never blocked in the sandbox, and not special in production', async (context) => {
  const sandbox = await openTestRoom(context, { mode: 'sandbox' });
  await sandbox.accounts.createDemoAccounts();
  await failTimes(sandbox, MAX_WRONG_PASSWORDS + 1);
  assert.equal((await tryIn(sandbox, { password: 'guiche-vendedor' })).kind, 'in');

  const production = await openTestRoom(context);
  await production.addWithPassword(PASSWORD);
  await failTimes(production, MAX_WRONG_PASSWORDS);
  assert.equal((await tryIn(production)).kind, 'locked');
});

test('logins at the same moment wait for each other and all get in', async (context) => {
  const room = await openTestRoom(context);
  await room.addWithPassword(PASSWORD);
  // However slow the machine is, none waits its three seconds.
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const results = await Promise.all(Array.from({ length: 6 }, () => tryIn(room)));
  assert.deepEqual(
    results.map(({ kind }) => kind),
    new Array(6).fill('in'),
  );
});

test('one login key too many ends the oldest', async (context) => {
  const room = await openTestRoom(context);
  await room.addWithPassword(PASSWORD);
  const first = await tryIn(room);
  const { database, vault } = room.options;
  await database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    for (let count = 1; count < MAX_LOGIN_KEYS; count += 1) {
      await insertCredential(tables, vault, {
        id: await nextId(transaction, 'credential'),
        personId: 1,
        kind: 'login',
        name: undefined,
        secret: new Secret(`key ${count}`),
        createdAt: room.clock.now(),
        expiresAt: room.clock.now() + LOGIN_KEY_LIFE_MS,
      });
    }
  });
  assert.ok(first.kind === 'in');
  assert.ok(await room.accounts.verifyKey(first.key));
  const last = await tryIn(room);
  room.clock.advance(5_000);
  assert.ok(last.kind === 'in');
  assert.ok(await room.accounts.verifyKey(last.key));
  assert.ok(await room.accounts.verifyKey(new Secret('key 1')));
  assert.equal(await room.accounts.verifyKey(first.key), undefined);
});

/** The rule of docs/contract/decided.md 4, told once more: what each try of one login from one address must come to. */
function rule(): (now: number, right: boolean) => LoginResult['kind'] {
  let wrong: number[] = [];
  let blockEnds = 0;
  return (now, right) => {
    if (now < blockEnds) return 'locked';
    wrong = right ? [] : [...wrong, now].filter((time) => time > now - WRONG_PASSWORD_WINDOW_MS);
    if (wrong.length === MAX_WRONG_PASSWORDS) {
      blockEnds = now + LOCK_MS;
      wrong = [];
    }
    return right ? 'in' : 'wrong';
  };
}

test('whatever comes in whatever order, the block is what the rule says', async (context) => {
  const room = await openTestRoom(context);
  await room.addWithPassword(PASSWORD);
  const step = fc.record({
    waitMs: fc.integer({ min: 0, max: 6 * 60_000 }),
    right: fc.integer({ min: 0, max: 14 }).map((chance) => chance === 0),
  });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 24 }), async (steps) => {
      runs += 1;
      await room.accounts.unlockLogin(1);
      const expected = rule();
      for (const { waitMs, right } of steps) {
        room.clock.advance(waitMs);
        const given = { address: `198.51.100.${runs}`, password: right ? PASSWORD : 'senha errada' };
        assert.equal((await tryIn(room, given)).kind, expected(room.clock.now(), right));
      }
    }),
    { numRuns: 6 },
  );
});
