import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { openTestRoom, refusedWith, type TestRoom } from '../test-room.ts';

const PHRASES = [
  'cavalo & bateria = grãos',
  'três tristes tigres trigo',
  'o rato roeu a roupa azul',
  'quem casa quer casa longe',
  'de grão em grão, a galinha',
] as const;

async function setPassword(room: TestRoom, personId: number, password: string): Promise<void> {
  await room.accounts.setPassword({ token: await room.newToken(personId), password: new Secret(password) });
}

/** Sets the password of a member of the person's team by a new link. */
async function join({ accounts }: TestRoom, member: { personId: number; userId: number }, password: string) {
  const { url } = await accounts.panel.renewUserLink(member);
  const token = new Secret(url.reveal().split('#').at(-1) ?? '');
  await accounts.panel.join({ token, password: new Secret(password) });
}

for (const engine of SQLITE_BY_DAY) {
  test(`a new password is none of the last four, the fifth before it may come back (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { id } = await room.addActive();
    const invited = await room.accounts.panel.invite({
      personId: id,
      name: 'Ana',
      email: 'ana@loja.example',
      role: 'finance',
    });
    const change = [
      (password: string) => setPassword(room, id, password),
      (password: string) => join(room, { personId: id, userId: invited.user.id }, password),
    ];
    for (const set of change) {
      for (const phrase of PHRASES.slice(0, 4)) {
        await set(phrase);
        room.clock.advance(1_000);
      }
      for (const phrase of PHRASES.slice(0, 4)) {
        await assert.rejects(set(phrase), refusedWith('password_repeated', 400));
      }
      await set(PHRASES[4]);
      room.clock.advance(1_000);
      await set(PHRASES[0]);
    }
    const stored = await room.tables.selectFrom('past_passwords').selectAll().execute();
    assert.equal(stored.length, 6);
    for (const { password_hash } of stored) assert.match(password_hash, /^\$argon2id\$/);
  });
}

test('a password that attackers try first is refused, for a person and for its team', async (context) => {
  const room = await openTestRoom(context);
  const { id } = await room.addActive({ name: 'Padaria Aurora' });
  const { user } = await room.accounts.panel.invite({
    personId: id,
    name: 'Ana',
    email: 'ana.lima@loja.example',
    role: 'finance',
  });
  const common = [
    '123456789012',
    'senhasenhasenha',
    'password1234',
    'qwertyuiop12',
    'administrador',
    'maria12345678',
    'padaria aurora',
    'guiche-vendedor',
    'Guichê@Loja2026',
    'guiche2026!!',
    'cachorro2025!',
    'minhaloja2026',
    'corinthians2012',
    'pagamentos 2027',
    'x'.repeat(256),
  ];
  for (const password of common) {
    await assert.rejects(setPassword(room, id, password), refusedWith('password_common', 400), password);
  }
  await assert.rejects(setPassword(room, id, '111.444.777-35'), refusedWith('password_document', 400));
  const member = { personId: id, userId: user.id };
  await assert.rejects(join(room, member, 'ana.lima@loja.example'), refusedWith('password_common', 400));
  await assert.rejects(join(room, member, '11144477735x'), refusedWith('password_document', 400));
  for (const password of ['azul-verde90', 'o ano de 2026 foi de chuva', PHRASES[0]]) {
    await setPassword(room, id, password);
  }
});
