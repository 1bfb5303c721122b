"""What players of The Russian Campaign ask about a position, answered by the rules that judge their acts."""
