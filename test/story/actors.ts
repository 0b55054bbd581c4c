import assert from 'node:assert/strict';
import { runGuiche } from '../support/command-line.ts';
import type { DatabasePlace } from '../support/databases.ts';
import type { Client } from '../support/http-client.ts';
import { answered, type Members, objectIn, postOf } from '../support/operations-client.ts';

/** What a command of the operator answers as JSON. */
export async function operatorRuns(place: DatabasePlace, ...words: readonly string[]): Promise<Members> {
  const { code, out, error } = await runGuiche(place, [...words, '--json']);
  assert.deepEqual([code, error], [0, '']);
  return JSON.parse(out) as Members;
}

/** A person opens the link that the operator passed on, and types a password into the form it shows. */
export async function setsPasswordBy(client: Client, link: unknown, password: string): Promise<void> {
  const { pathname } = new URL(String(link));
  const form = await client.send({ path: pathname });
  assert.equal(form.status, 200);
  assert.match(String(form.headers['content-type']), /^text\/html/);
  const names = [...form.text.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => String(name));
  assert.equal(names.length, 2);
  const done = await client.send({
    method: 'POST',
    path: pathname,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(names.map((name) => [name, password])).toString(),
  });
  assert.equal(done.status, 200, done.text);
}

/** The calls of a program that holds one key. */
export function withKey(client: Client, key: string) {
  const called = async (path: string, body: object, member: string) =>
    answered(await client.send(postOf(path, body, key)))[member];
  return {
    inserts: async (path: string, body: object, member: string): Promise<Members> =>
      objectIn({ [member]: await called(path, body, member) }, member),
    lists: async (path: string, member: string, pessoaId: unknown): Promise<readonly Members[]> => {
      const answer = answered(await client.send({ path: `${path}?key=${key}&pessoaId=${pessoaId}` }));
      return answer[member] as readonly Members[];
    },
    asks: (path: string, query: string) =>
      client.send({ method: 'POST', path: `${path}?key=${key}&${query}` }),
  };
}
