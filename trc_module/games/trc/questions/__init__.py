"""Questions of players of The Russian Campaign about a position, answered by the rules that judge their acts."""
