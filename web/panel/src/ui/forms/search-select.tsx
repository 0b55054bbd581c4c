import { Select, type SelectProps } from '@mantine/core';

/** A file of its own, so that it is loaded where a choice is shown. */
export function SearchSelect(props: SelectProps<string>) {
  return <Select {...props} />;
}
