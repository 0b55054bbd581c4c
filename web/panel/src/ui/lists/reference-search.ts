/** A state that a list can be limited to; `''`: any. */
export interface StateChoice {
  readonly value: string;
  readonly label: string;
}

export interface ReferenceSearch {
  /** Exactly this reference. */
  readonly ref?: string;
  /** The value of a choice. */
  readonly situacao?: string;
}

/** The filters of a list by reference and state, from the URL; unknown states are ignored. */
export function readReferenceSearch(
  search: Record<string, unknown>,
  choices: readonly StateChoice[],
): ReferenceSearch {
  const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));
  const ref = text(search.ref);
  const situacao = choices.find(({ value }) => value !== '' && value === text(search.situacao))?.value;
  return { ...(ref === undefined ? {} : { ref }), ...(situacao === undefined ? {} : { situacao }) };
}
