import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { isIdempotencyKey, transactionRefuse } from '../transactions/index.ts';

/** For the API reference. */
export const IdempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Repetir o pedido com a mesma chave e o mesmo conteúdo devolve a primeira resposta, sem novo efeito. ' +
        'Vale por 7 dias, por loja e operação. 409 enquanto o primeiro pedido está em andamento, 422 com outro conteúdo.',
    }),
  ),
});

/** Undefined when the header is absent. Throws idempotency_key_invalid. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  const text = String(key);
  if (!isIdempotencyKey(text)) throw transactionRefuse('idempotency_key_invalid');
  return text;
}
