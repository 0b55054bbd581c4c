import type { Strike } from './needs.ts';
import type { RoutingNote } from './note.ts';

const STRIKES: Readonly<Record<Strike, string>> = {
  no_account: 'a loja não tem conta nela',
  kind: 'não aceita esta bandeira nesta forma de pagamento',
  installments: 'não parcela em tantas vezes',
  amount_each: 'a parcela ficaria abaixo do mínimo dela',
  plan: 'não vende parcelas com juros do emissor',
  three_ds: 'não autentica o comprador',
  keeps_no_card: 'não guarda cartões',
  capture: 'não deixa a captura para depois',
  open: 'estava com falhas',
  paused: 'estava pausada',
};

type Explained = Pick<RoutingNote, 'account' | 'by' | 'version' | 'isOfHouse' | 'rule' | 'struckOut'>;

/** Why a payment went where it went, in sentences for people. */
export function routingText(
  note: Explained,
  nameOf: (account: string) => string = (account) => account,
): string {
  const left = note.struckOut
    .filter(({ account }) => account !== note.account)
    .map(({ account, why }) => `${nameOf(account)} ficou de fora: ${STRIKES[why]}.`);
  return [reasonOf({ ...note, account: nameOf(note.account) }), ...left].join(' ');
}

function reasonOf({ account, by, version, isOfHouse, rule }: Explained): string {
  const numbered = `versão ${version}${isOfHouse ? ' das regras da casa' : ''}`;
  const named = `a regra "${rule}" (${numbered})`;
  switch (by) {
    case 'named':
      return `A venda pediu ${account}.`;
    case 'stored_card':
      return `O cartão está salvo na ${account}.`;
    case 'rule':
      return `${named.replace(/^a/, 'A')} manda para ${account}.`;
    case 'failover':
      return `Segunda tentativa: ${named} tem ${account} a seguir.`;
    case 'able':
      return `${account} é a conta da loja que faz esta venda.`;
    case 'first':
      return `Nenhuma conta da loja faz esta venda: quem respondeu foi ${account}.`;
    case 'default':
      if (version === undefined) return `${account} é a conta padrão.`;
      return rule === undefined
        ? `Nenhuma regra da ${numbered} fala desta venda: foi para a conta padrão, ${account}.`
        : `Nenhuma conta d${named} faz esta venda: foi para a conta padrão, ${account}.`;
  }
}
