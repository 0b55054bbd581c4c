import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Identity } from '../tls/authority.ts';

const ANSWER_TIMEOUT_MS = 10_000;

/** Posts JSON once. The status of the receiver; undefined when there was no answer. */
export function postJson(
  url: string,
  body: object,
  identity: Identity | undefined,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const text = JSON.stringify(body);
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      timeout: ANSWER_TIMEOUT_MS,
      agent: false,
    } as const;
    const request = url.startsWith('https:')
      ? // Receivers on a developer's machine have certificates of their own making.
        tlsRequest(url, {
          ...options,
          rejectUnauthorized: false,
          ...(identity ? { cert: identity.certificate, key: identity.key } : {}),
        })
      : plainRequest(url, options);
    request.on('response', (response) => {
      response.resume().on('error', () => undefined);
      resolve(response.statusCode);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
    request.end(text);
  });
}
