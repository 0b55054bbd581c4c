/** Numbers of `pedidoStatus`, in the order of the choices. */
export const STATUS_CHOICES = [
  { value: '', label: 'Todas as situações' },
  { value: '5', label: 'Aberto' },
  { value: '6', label: 'Aguardando pagamento' },
  { value: '10', label: 'Pago' },
  { value: '15', label: 'Cancelado' },
];

export function readOrderSearch(search: Record<string, unknown>): { ref?: string; situacao?: string } {
  const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));
  const ref = text(search.ref);
  const situacao = STATUS_CHOICES.find(({ value }) => value !== '' && value === text(search.situacao))?.value;
  return { ...(ref === undefined ? {} : { ref }), ...(situacao === undefined ? {} : { situacao }) };
}
