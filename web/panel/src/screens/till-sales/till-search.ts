import type { StateChoice } from '../../ui/lists/reference-search.ts';

/** Numbers of `intencaoVendaStatus`, in the order of the choices. */
export const STATUS_CHOICES: readonly StateChoice[] = [
  { value: '', label: 'Todas as situações' },
  { value: '10', label: 'Creditado' },
  { value: '5,6', label: 'Em andamento' },
  { value: '25', label: 'Pagamento recusado' },
  { value: '15', label: 'Expirado' },
  { value: '18,19,20', label: 'Cancelamentos' },
];
