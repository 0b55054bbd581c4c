/** Numbers of `intencaoVendaStatus`, in the order of the choices. */
export const STATUS_CHOICES = [
  { value: '', label: 'Todas as situações' },
  { value: '10', label: 'Creditado' },
  { value: '5,6', label: 'Em andamento' },
  { value: '25', label: 'Pagamento recusado' },
  { value: '15', label: 'Expirado' },
  { value: '18,19,20', label: 'Cancelamentos' },
];

export function readTillSearch(search: Record<string, unknown>): { ref?: string; situacao?: string } {
  const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));
  const ref = text(search.ref);
  const situacao = STATUS_CHOICES.find(({ value }) => value !== '' && value === text(search.situacao))?.value;
  return { ...(ref === undefined ? {} : { ref }), ...(situacao === undefined ? {} : { situacao }) };
}
