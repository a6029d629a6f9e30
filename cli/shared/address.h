/* Addresses of databases on a server, as they stand in a call. */
#ifndef ASSAY_CLI_SHARED_ADDRESS_H
#define ASSAY_CLI_SHARED_ADDRESS_H

/*
 * Takes the password out of an address of the form postgresql://user:password@host/… or …?password=…, in place: neither
 * messages nor lists of processes have it any more. Returns it, to be freed; NULL: there was none. Of several it takes all, and
 * returns the one that libpq would use (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING).
 */
char *address_take_password(char *address);
/* The same of …?sslpassword=…, which the file of the client's key is locked with. */
char *address_take_key_password(char *address);

#endif
