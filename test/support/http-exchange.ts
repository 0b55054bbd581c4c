import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

const ANSWER_TIMEOUT_MS = 120_000;

export interface HttpRequest {
  readonly method?: string;
  readonly path: string;
  /** Sent with the letter case given here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Sends the body in chunks, without announcing its length. */
  readonly chunked?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body parsed as JSON. Throws when it is not JSON. */
  json(): unknown;
}

/** Sends a request exactly as given; `fetch` would normalize paths, header names and methods. */
export function exchange(address: string, agent: Agent, asked: HttpRequest): Promise<HttpAnswer> {
  const { method = 'GET', path, body, chunked = false } = asked;
  const headers: Record<string, string> = { ...asked.headers };
  if (chunked) headers['Transfer-Encoding'] = 'chunked';
  else if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const outgoing = request({ hostname, port, method, path, headers, agent, timeout: ANSWER_TIMEOUT_MS });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)));
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: () => JSON.parse(text) as unknown,
        });
      });
    });
    outgoing.end(body);
  });
}

/** Writes bytes to the port and returns all that is received until the other side closes: for invalid HTTP. */
export function rawExchange(address: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    let answer = '';
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
