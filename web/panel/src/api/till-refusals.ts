import { CallError } from './call.ts';

/** The sum of the items, as the service knows their prices, is another. */
export function isStalePrice(error: Error): boolean {
  const isPrice = error instanceof CallError && /^(total|items\[\d+\]\.price)$/.test(error.field ?? '');
  return isPrice && error.code === 'field_invalid';
}

/** The key belongs to a sale with other data: that one exists, and this one does not. */
export function isKeyReused(error: Error): boolean {
  return error instanceof CallError && error.code === 'key_reused';
}

/** What the service refused, as somebody at the till can mend it. */
export function inWordsOfTheTill(error: Error, byProduct: boolean): Error {
  const { status = 0, code = '', requestId } = error instanceof CallError ? error : {};
  const said = (message: string) =>
    new CallError(status, { code, message, ...(requestId === undefined ? {} : { requestId }) });
  if (byProduct && isStalePrice(error)) {
    return said('O preço de um produto mudou. Tire-o da venda e escolha-o de novo.');
  }
  if (isKeyReused(error)) {
    return said(
      'Esta venda já foi enviada antes, com outros dados. Confira em Vendas antes de receber de novo.',
    );
  }
  if (code === 'card_missing') {
    return said(
      'Este cliente não tem cartão salvo. Peça um cartão a ele em Clientes, ou receba de outra forma.',
    );
  }
  return error;
}
