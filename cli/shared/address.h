/* Addresses of databases on a server, as given in a call. */
#pragma once

/*
 * Removes the password from an address postgresql://user:password@host/… or …?password=…, in place, so that it appears
 * neither in messages nor in lists of processes. Returns the password, which the caller frees; NULL: there was none. If
 * there are several, removes all and returns the one that libpq would use
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING).
 */
char *address_take_password(char *address);
/* Does the same for …?sslpassword=…, which protects the file with the client's key. */
char *address_take_key_password(char *address);
