import assert from 'node:assert/strict';
import type { HttpAnswer } from '../../support/http-exchange.ts';
import type { TestService } from '../../support/service.ts';

export const SELLER = { login: '11144477735', password: 'guiche-vendedor' };
export const OPERATOR = { login: '52998224725', password: 'guiche-operador' };
const API = '/painel/api';

/** A browser: it keeps its cookie and sends its origin. */
export interface Browser {
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<HttpAnswer>;
  logIn(who?: { readonly login: string; readonly password: string }): Promise<HttpAnswer>;
  cookie(): string | undefined;
  useCookie(cookie: string | undefined): void;
}

export function browserOf(service: Pick<TestService, 'send'>): Browser {
  let cookie: string | undefined;
  const call: Browser['call'] = async (method, path, body, headers) => {
    const answer = await service.send({
      method,
      path: `${API}${path}`,
      headers: {
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0',
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        ...headers,
        ...(cookie === undefined ? {} : { Cookie: cookie }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const [set] = answer.headers['set-cookie'] ?? [];
    if (set !== undefined) cookie = set.split(';', 1)[0];
    return answer;
  };
  return {
    call,
    logIn: (who = SELLER) => call('POST', '/session', who),
    cookie: () => cookie,
    useCookie: (other) => {
      cookie = other;
    },
  };
}

/** The JSON of a call that succeeded. */
export function okJson<Answer = Record<string, unknown>>(answer: HttpAnswer): Answer {
  assert.equal(answer.status, 200, answer.text);
  return answer.json() as Answer;
}

export function assertRefused(answer: HttpAnswer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  const { error } = answer.json() as { error: { code: string; message: string; requestId: string } };
  assert.equal(error.code, code);
  assert.notEqual(error.message, '');
  assert.notEqual(error.requestId, '');
}
