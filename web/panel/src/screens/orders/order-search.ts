import type { StateChoice } from '../../ui/lists/reference-search.ts';

/** Numbers of `pedidoStatus`, in the order of the choices. */
export const STATUS_CHOICES: readonly StateChoice[] = [
  { value: '', label: 'Todas as situações' },
  { value: '5', label: 'Aberto' },
  { value: '6', label: 'Aguardando pagamento' },
  { value: '10', label: 'Pago' },
  { value: '15', label: 'Cancelado' },
];
