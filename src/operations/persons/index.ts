export { personOperations } from './routes.ts';
export { AddressBody, ListedPerson, readAddress, writeListedPerson } from './wire.ts';
