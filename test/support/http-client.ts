import { Agent } from 'node:http';
import { exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts';

export interface Client {
  /** Rejects when the connection is closed without an answer, or on timeout. */
  send(asked: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** A client with up to `connections` keep-alive connections. It does not retry. */
export function createClient(address: string, connections = 1): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return { send: (asked) => exchange(address, agent, asked), close: () => agent.destroy() };
}
