import type { Rooms } from '../../composition/rooms.ts';
import { counted } from '../../platform/text/number-text.ts';
import type { Finding } from './finding.ts';

/** Slips that are in no list of a shop. Nothing where there are none. */
export async function checkSlips({ slips }: Pick<Rooms, 'slips'>): Promise<readonly Finding[]> {
  const count = await slips.countWithoutShop();
  if (count === 0) return [];
  return [
    {
      title: 'Boletos',
      state: 'warn',
      text: `${counted(count, 'boleto')} sem a loja, fora da lista e das somas de Boletos; a venda de cada um está em Vendas, e é paga e baixada como as outras`,
      advice:
        'Uma versão anterior os gravou enquanto esta já rodava. Pare todas as instâncias dela (docs/upgrading.md), para que não venham outros.',
    },
  ];
}
