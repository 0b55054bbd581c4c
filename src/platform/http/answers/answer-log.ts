import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../logs.ts';
import type { AnsweredRequest } from '../../metrics.ts';
import type { Refusal } from '../../refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked again and again by machines, such as health checks: logged at debug only. */
    quiet?: boolean;
  }
  interface FastifyRequest {
    /** What the line of the answer also says; see `alsoLog`. */
    lineFields: LineFields | null;
    /** The log says it elsewhere: the line of the answer is at debug. */
    isToldElsewhere: boolean;
  }
}

/** Numbers of ours that name what a request was about. Nothing that a client sent: lines of answers are not redacted. */
export interface LineFields {
  readonly merchant?: number;
  readonly transactionId?: string;
  /** Of the trace that the request is part of. */
  readonly traceId?: string;
}

export interface AnswerLogOptions {
  readonly log: Log;
  /** Called for every answered request: the route's pattern, never the address itself. */
  readonly onAnswer: (answer: AnsweredRequest) => void;
  /** Called for every refused request and internal error. */
  readonly onRefusal?: (refusal: Pick<Refusal, 'status' | 'code'>) => void;
  /** Whether the error is part of an outage of the database, which the log reports in lines of its own. */
  readonly isOutage?: (error: unknown) => boolean;
}

/** Lines and metrics of answers and refusals. */
export interface AnswerLog {
  answered(request: FastifyRequest, reply: FastifyReply): void;
  refused(request: FastifyRequest, refusal: Refusal, error: unknown): void;
}

export function createAnswerLog(app: FastifyInstance, options: AnswerLogOptions): AnswerLog {
  const { log, onAnswer, onRefusal, isOutage } = options;
  // To look for what must be redacted takes a tenth of a sale's time.
  const lines = log.child({}, { redact: [] });
  app.decorateRequest('lineFields', null);
  app.decorateRequest('isToldElsewhere', false);
  return {
    answered: (request, reply) => {
      const { method } = request;
      const { url: route = 'unknown', config } = request.routeOptions;
      const status = reply.statusCode;
      const milliseconds = Math.round(reply.elapsedTime * 100) / 100;
      onAnswer({ method, route, status, milliseconds });
      const level = request.isToldElsewhere || config?.quiet ? 'debug' : 'info';
      lines[level]({ requestId: request.id, method, route, status, milliseconds, ...request.lineFields });
    },
    refused: (request, refusal, error) => {
      onRefusal?.(refusal);
      if (refusal.status < 500) return;
      if (isOutage?.(error)) {
        request.isToldElsewhere = true;
        return;
      }
      const { url: route, config } = request.routeOptions;
      const level = config?.quiet ? 'debug' : refusal.status === 500 ? 'error' : 'warn';
      log[level]({ requestId: request.id, route, err: error }, refusal.code);
    },
  };
}

/** Adds to the line of the request's answer. */
export function alsoLog(request: FastifyRequest, fields: LineFields): void {
  request.lineFields = Object.assign(request.lineFields ?? {}, fields);
}
