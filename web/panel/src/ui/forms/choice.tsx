import { type SelectProps, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';

const Select = lazy(async () => ({ default: (await import('./search-select.tsx')).SearchSelect }));

/** A choice that is searched by typing. Its list is as large as half of a screen, so the field stands there before it. */
export function Choice(props: SelectProps<string>) {
  const { label, placeholder, error, required = false } = props;
  return (
    <Suspense
      fallback={<TextInput {...{ label, error, required }} placeholder={placeholder ?? ''} disabled />}
    >
      <Select {...props} />
    </Suspense>
  );
}
