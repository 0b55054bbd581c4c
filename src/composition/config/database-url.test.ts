import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError } from './config-error.ts';
import { readDatabaseUrl } from './database-url.ts';

const refusal = (url: string, production = true): string => {
  try {
    readDatabaseUrl(url, { production, environment: {} });
  } catch (error) {
    assert.ok(error instanceof ConfigError, `not for the operator: ${error}`);
    return error.message;
  }
  return 'accepted';
};

describe('the URL of the database', () => {
  for (const production of [true, false]) {
    const mode = production ? 'production' : 'the sandbox';

    test(`with a password that must be escaped says how, without the password (${mode})`, () => {
      for (const password of ['se/nha', 'se#nha', 'se?nha', '100%certa']) {
        const message = refusal(`postgres://guiche:${password}@localhost/guiche`, production);
        assert.match(message, /não se pode ler essa URL: .* \/ .* como .* %2F/);
        assert.ok(!message.includes(password));
      }
    });

    test(`that names a certificate that is not there says which file (${mode})`, () => {
      assert.match(
        refusal('postgres://guiche@localhost/guiche?sslmode=verify-full&sslrootcert=/no/ca.pem', production),
        /o arquivo \/no\/ca\.pem, que a URL nomeia, não existe/,
      );
    });
  }

  test('is accepted with an escaped password and with several servers', () => {
    assert.equal(refusal('postgres://guiche:se%2Fnha@localhost/guiche'), 'accepted');
    assert.equal(refusal('postgres://guiche:a@localhost:5432,127.0.0.1:5433/guiche'), 'accepted');
  });

  test('of another database is refused', () => {
    assert.match(refusal('mysql://x'), /deve começar com postgres:/);
  });
});
