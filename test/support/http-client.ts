import { Agent } from 'node:http';
import { exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts';

export interface Client {
  /** Rejects when the connection drops without an answer, and when none comes within a minute. */
  send(asked: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** Kept-alive connections to a service, at most so many at a time. Nothing is tried twice. */
export function createClient(address: string, connections = 1): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return { send: (asked) => exchange(address, agent, asked), close: () => agent.destroy() };
}
