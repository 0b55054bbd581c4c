// A file of its own, so that it is loaded where a choice is shown.
export { Select } from '@mantine/core';
