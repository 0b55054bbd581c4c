const EMPTY = {
  postalCode: '',
  streetType: '',
  street: '',
  number: '',
  complement: '',
  district: '',
  city: '',
  state: '',
};

export type AddressValues = Readonly<typeof EMPTY>;

/** Initial values of the form. */
export function addressValues(address: Partial<AddressValues> | undefined): AddressValues {
  return { ...EMPTY, ...address };
}

export const ADDRESS_FAULTS = Object.keys(EMPTY).map((name) => `address.${name}`);
